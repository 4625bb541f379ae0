/** Names of variables that are more than a single text. */
export interface Attributes {
	/** Arrays. A plain assignment changes only their first element. */
	readonly lists: Set<string>;
	/** Variables that change an assigned value: numbers, upper or lower case, references, associative arrays. */
	readonly converted: Set<string>;
	readonly frozen: Set<string>;
	/** Numbers. An assigned value is evaluated as arithmetic. */
	readonly integers: Set<string>;
	/** References (`declare -n`) and the variables that they refer to. A value that one of them gets may become the value of any of them. */
	readonly references: Set<string>;
	/** Variables that are certainly associative arrays (`declare -A`). Their subscripts are texts, not arithmetic. */
	readonly keyed: Set<string>;
	/** Variables that every started program sees for certain. */
	readonly exported: Set<string>;
	/** Variables that a started program may see, because the variables were exported earlier. `*` means all variables. */
	readonly shared: Set<string>;
}

/** Variables for which the shell evaluates an assigned value as arithmetic, although they are not declared as numbers. */
const ownNumbers = /^(S?RANDOM|OPTIND|HISTCMD|BASHPID|PPID|E?UID)$/;

/** Returns whether a variable, or a variable that it may refer to, evaluates assigned values as arithmetic. */
export function isInteger({ integers, references }: Attributes, name: string): boolean {
	if (integers.size > 0 && references.has(name) && [...references].some((one) => integers.has(one))) return true;
	return integers.has(name) || ownNumbers.test(name);
}

/** Returns empty sets: every variable is a single text. */
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

/** Returns a copy. */
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

/** Most sets are empty, and creating an empty set is faster than a copy. */
function copied(names: ReadonlySet<string>): Set<string> {
	return names.size === 0 ? new Set() : new Set(names);
}

/**
 * Merges the attributes after either of two branches has run. Possible attributes are kept from both; certain ones only if both have them.
 */
export function joinAttributes(mine: Attributes, others: Attributes): void {
	for (const key of ['lists', 'converted', 'frozen', 'integers', 'references', 'shared'] as const)
		for (const name of others[key]) mine[key].add(name);
	for (const key of ['keyed', 'exported'] as const)
		for (const name of mine[key]) if (!others[key].has(name)) mine[key].delete(name);
}
