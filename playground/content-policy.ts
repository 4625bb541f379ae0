/** The page loads nothing from elsewhere and runs no inline script. It is also in the page itself, for hosts of static files. */
export const contentPolicy =
	"default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
