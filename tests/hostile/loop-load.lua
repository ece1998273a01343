-- load: this took longer than it may
while true do end
