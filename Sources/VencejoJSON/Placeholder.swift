enum VencejoJSONPlaceholder {}
