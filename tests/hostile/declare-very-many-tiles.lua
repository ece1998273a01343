-- load: more than 10000 entries
return { tiles = table.create(2e6, {}), act = print }
