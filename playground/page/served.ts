const kept = 'countersign-token';

/**
 * The token of the playground's server. The server prints an address with it. The page keeps it for this tab, and takes it out of the
 * address. Without a token, the page comes from static files.
 */
export const token = takeToken();
export const isServed = token !== undefined;

function takeToken(): string | undefined {
	const address = new URL(location.href);
	const given = address.searchParams.get('token');
	if (given === null) return sessionStorage.getItem(kept) ?? undefined;
	sessionStorage.setItem(kept, given);
	address.searchParams.delete('token');
	history.replaceState(null, '', address);
	return given;
}
