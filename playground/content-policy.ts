/**
 * The policy: the page loads nothing from elsewhere and runs no inline script. The page's HTML also contains it, because a host of static
 * files sends no such header.
 */
export const contentPolicy =
	"default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
