/** Names of variables that are more than a text. */
export interface Attributes {
	/** Lists: a plain assignment changes their first element only. */
	readonly lists: Set<string>;
	/** What is assigned to them is changed: numbers, capitals, other names, keys. */
	readonly converted: Set<string>;
	readonly frozen: Set<string>;
	/** Numbers: what is assigned to them is computed. */
	readonly integers: Set<string>;
	/** Other names of each other (`declare -n`): what one of them is given, any of them may hold. */
	readonly references: Set<string>;
	/** Certainly lists with keys (`declare -A`): their subscripts are texts, which nothing computes. */
	readonly keyed: Set<string>;
	/** Certainly seen by the programs that are started. */
	readonly exported: Set<string>;
	/** Perhaps seen by them, because it was exported somewhere before; `*`: all of them. */
	readonly shared: Set<string>;
}

/** The shell computes what is assigned to these, as if they had been declared numbers. */
const ownNumbers = /^(S?RANDOM|OPTIND|HISTCMD|BASHPID|PPID|E?UID)$/;

/** Whether a variable, or what it may be another name of, computes what is assigned to it. */
export function isInteger({ integers, references }: Attributes, name: string): boolean {
	if (integers.size > 0 && references.has(name) && [...references].some((one) => integers.has(one))) return true;
	return integers.has(name) || ownNumbers.test(name);
}

/** No variable is more than a text. */
export function noAttributes(): Attributes {
	return {
		lists: new Set(),
		converted: new Set(),
		frozen: new Set(),
		integers: new Set(),
		references: new Set(),
		keyed: new Set(),
		exported: new Set(),
		shared: new Set(),
	};
}

/** The same names, kept apart. */
export function copyAttributes(attributes: Attributes): Attributes {
	const { lists, converted, frozen, integers, references, keyed, exported, shared } = attributes;
	return {
		lists: copied(lists),
		converted: copied(converted),
		frozen: copied(frozen),
		integers: copied(integers),
		references: copied(references),
		keyed: copied(keyed),
		exported: copied(exported),
		shared: copied(shared),
	};
}

/** Most of these are empty, and an empty one is made faster than it is copied. */
function copied(names: ReadonlySet<string>): Set<string> {
	return names.size === 0 ? new Set() : new Set(names);
}

/** What is certain of the variables after either of two ways was taken. */
export function joinAttributes(mine: Attributes, others: Attributes): void {
	for (const key of ['lists', 'converted', 'frozen', 'integers', 'references', 'shared'] as const)
		for (const name of others[key]) mine[key].add(name);
	for (const key of ['keyed', 'exported'] as const)
		for (const name of mine[key]) if (!others[key].has(name)) mine[key].delete(name);
}
