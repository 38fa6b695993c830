import sys,numpy as np; sys.path.insert(0,'/work/main/benchmarks')
import wide
from beta4ucs import Beta4UCSClassifier
w=np.load('/tmp/scale/w.npy')
for nm,(X,y) in dict(bits=wide.bit_multiplexer(1,180),real=wide.real_multiplexer(1,180,None)).items():
    if nm=="real": w="relief"
    m=Beta4UCSClassifier(n_epochs=10,random_state=1,feature_weights=w).fit(X[:5400],y[:5400])
    g=m.population_.genes; b=(g[...,2]>0)|(g[...,3]<1)|(g[...,0]>1)|(g[...,1]>1)
    words=np.array([[b[i:i+64,f].any() for i in range(0,len(b),64)] for f in range(200)])
    print(nm,"cond/rule",b.sum(1).mean(),"rules per feature: relevant",b[:,:20].sum(0).mean(),"noise",b[:,20:].sum(0).mean(),"noise zero",(b[:,20:].sum(0)==0).sum(),"words noise",words[20:].mean(),"words rel",words[:20].mean(), "rules",len(b), "relief w noise", (m.feature_weights_[20:]<=.021).mean())
