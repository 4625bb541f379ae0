/** Returns a button that replaces a link out of the page. It shows the address, and never opens it. */
export function addressButton(content: Node, address: string): HTMLButtonElement {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'address';
	button.title = address;
	button.setAttribute('aria-expanded', 'false');
	button.append(content);
	const shown = document.createElement('code');
	shown.className = 'shown-address';
	shown.dir = 'ltr';
	shown.textContent = address;
	button.addEventListener('click', () => {
		const isShown = shown.isConnected;
		if (isShown) shown.remove();
		else button.after(shown);
		button.setAttribute('aria-expanded', String(!isShown));
	});
	return button;
}
