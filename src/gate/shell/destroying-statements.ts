/** The name of a table, in the quotes of any database. */
const table = '[\\w."`[\\]]+';

/** Statements that destroy large amounts of data (leashd, CommandAnalyzer: database destructive operation), and the destroyed object. */
const destructive: readonly (readonly [RegExp, string])[] = [
	[
		/\bdrop\s+(database|schema|keyspace|owned|tablespace|role|user)\b|\bdropDatabase\b|\bdrop_database\b/i,
		'a database',
	],
	[/\bdrop\s+table\b|\btruncate\s+(table\s+)?\w|\.drop\(\)/i, 'a table'],
	[
		new RegExp(
			`\\bdelete\\s+from\\s+(?:only\\s+)?${table}(?:\\s+(?:as\\s+)?(?!where\\b|using\\b)\\w+)?\\s*(?:;|$|"|'|returning\\b|where\\s+(?:1\\s*=\\s*1|true|1)\\b)|\\b(?:deleteMany|remove)\\(\\s*(?:\\{\\s*\\})?\\s*\\)|\\bdetach\\s+delete\\b`,
			'i',
		),
		'all rows',
	],
	[/\b(flushall|flushdb)\b|\bdel(ete)?\b.*what it is fed|\bbucket delete\b|^delete --|\sdelete --/i, 'all data'],
];

/** A quick check for a word of these statements. */
const destroying = /drop|truncate|del|remove|flush/i;

/**
 * Returns the object that a text destroys in a database; undefined if it destroys nothing large. Judges the text with and without its
 * comments.
 */
export function destroyedBy(text: string): string | undefined {
	if (!destroying.test(text)) return undefined;
	const bare = withoutComments(text);
	for (const one of [text, bare, withoutLineComments(bare)]) {
		const flat = one
			.replace(/\s+/g, ' ')
			.replace(/(['"`]) ?(?:\+|\.\.|\|\||&) ?\1/g, '')
			.replace(/\[(['"`])(\w+)\1\]/g, '.$2');
		const found = destructive.find(([pattern]) => pattern.test(flat));
		if (found !== undefined) return found[1];
	}
	return undefined;
}

const begins =
	/(?:^|;)\s*(?:drop\s|delete\s+from\s|truncate\s+(?:(?:table|only)\s+\S|[\w."`[\]]+\s*(?:[,;…]|$|cascade\b|restart\b)))/;
const inOneCase = (text: string): string =>
	text.replace(/\b(?:DROP|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?|CASCADE|RESTART|ONLY)\b/g, (word) => word.toLowerCase());

/**
 * As {@link destroyedBy}, for any text in code. A statement must begin with a destroying verb, in lower case or in capitals. If the text is
 * certainly a statement (`isRun`), the case does not matter.
 */
export function destroyedByStatement(text: string, isRun = false): string | undefined {
	if (!destroying.test(text)) return undefined;
	const bare = withoutLineComments(withoutComments(text));
	return begins.test(isRun ? bare.toLowerCase() : inOneCase(bare)) ? destroyedBy(bare) : undefined;
}

/** Replaces comments by blanks. MySQL runs the text of a comment that begins with an exclamation mark. */
function withoutComments(text: string): string {
	const [first = '', ...rest] = text.split('/*');
	return rest.reduce((before, one) => {
		const end = one.indexOf('*/');
		const kept = one.startsWith('!') ? one.replace(/^!\d*/, '').replace('*/', ' ') : end < 0 ? '' : one.slice(end + 2);
		return `${before} ${kept}`;
	}, first);
}

function withoutLineComments(text: string): string {
	return text.replace(/(?:--|#)[^\n]*/g, ' ');
}
