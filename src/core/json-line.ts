/**
 * Returns JSON in one line that is safe to show in a terminal. It escapes control and format characters that JSON allows, and the value
 * stays the same.
 */
export function jsonLine(value: object): string {
	return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		character
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);
}
