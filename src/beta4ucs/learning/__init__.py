"""The trainer: match, cover, credit, subsume, crispify, evolve, delete."""
