// On Linux this module is empty, so that no product drags a second network stack along. The trait
// `URLSessionOnLinux` fills it, to type-check the Apple transport where no Apple machine is at hand.
