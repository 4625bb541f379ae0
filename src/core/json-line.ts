/** JSON in one line that steers no terminal: what JSON itself lets stand of control and format characters is escaped, and reads the same. */
export function jsonLine(value: object): string {
	return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		character
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);
}
