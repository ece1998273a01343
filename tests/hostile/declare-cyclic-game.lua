-- load: tile
local game = {}
game.tiles, game.legend, game.keys, game.params, game.layers = game, game, game, game, game
return game
