local held = buffer.create(4e7)
return { held, buffer.create(4e7) }
