-- load: this took longer than it may
-- The message names the file that was required.
return require("shared/loop-load-module")
