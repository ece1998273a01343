-- load: expected a table with at least tiles and act
return nil
