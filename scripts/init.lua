-- Which game `tilewright` plays when it is not told.
return { default = "sokoban" }
