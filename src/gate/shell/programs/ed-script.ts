const line = String.raw`(?:\d+|[.$]|/(?:[^/\\\n]|\\.)*/|\?(?:[^?\\\n]|\\.)*\?|'[a-z])`;
const place = `${line}?(?:[-+]\\d*)*`;
const addresses = String.raw`\s*(?:[,%;]|${place}(?:\s*[,;]\s*${place})?)?\s*`;
const pattern = String.raw`/(?:[^/\\]|\\.)*/`;
/** Commands that only change or show lines. */
const plain = new RegExp(
	`^${addresses}(?:[dpnlj=]|[mt]\\s*${place}|k[a-z]|u|P|H|h|s(?:${pattern}(?:[^/\\\\]|\\\\.)*(?:/[gpn\\d]*)?|([,|#:@])(?:(?!\\1)[^\\\\]|\\\\.)*\\1(?:(?!\\1)[^\\\\]|\\\\.)*\\1[gpn\\d]*))?$`,
);
const inserts = new RegExp(`^${addresses}[aic]$`);
const global = new RegExp(`^${addresses}[gv]${pattern}(.*)$`);
const ends = /^\s*(?:,\s*)?(?:w|wq|q|Q)$/;

/** Returns whether a script of ed only changes lines and writes the opened file. Any other command may do anything. */
export function onlyEdits(script: string): boolean {
	let isText = false;
	return script.split('\n').every((one) => {
		if (isText) {
			isText = one !== '.';
			return true;
		}
		isText = inserts.test(one);
		const listed = global.exec(one)?.[1];
		return isText || ends.test(one) || plain.test(listed ?? one);
	});
}
