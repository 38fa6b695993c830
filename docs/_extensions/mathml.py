"""Formulas as MathML, which browsers draw without scripts or a network."""

from docutils.utils.math.latex2mathml import tex2mathml


def setup(app):
    """Offer the renderer; `html_math_renderer` chooses it."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(translator, node):
    """Write a formula within a line."""
    write(translator, node, as_block=False)


def write_block(translator, node):
    """Write a formula of its own lines."""
    write(translator, node, as_block=True)


def write(translator, node, as_block):
    """Write a formula, and nothing else of its node."""
    from docutils import nodes

    formula = tex2mathml(node.astext(), as_block=as_block)
    translator.body.append(f'<div class="formula">{formula}</div>' if as_block else formula)
    raise nodes.SkipNode
