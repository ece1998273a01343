-- load: requires itself
return require("files-require-itself")
