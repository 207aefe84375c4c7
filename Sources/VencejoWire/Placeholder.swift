enum VencejoWirePlaceholder {}
