import { parseAst } from 'rolldown/parseAst';

/** One change to one file that a test should notice. */
export interface Mutation {
	readonly operator: string;
	readonly line: number;
	readonly before: string;
	readonly after: string;
	/** The whole file with the change in it. */
	readonly text: string;
}

/** The parts of a syntax tree's node that are used here. */
interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

interface Edit {
	readonly operator: string;
	readonly start: number;
	readonly end: number;
	readonly by: string;
}

type Operator = (node: Node, source: string, parents: readonly Node[]) => readonly Edit[];

const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
const nodeAt = (node: Node, key: string): Node | undefined => {
	const value = node[key];
	return isNode(value) ? value : undefined;
};
const nodesAt = (node: Node, key: string): readonly Node[] => {
	const value = node[key];
	return Array.isArray(value) ? value.filter(isNode) : [];
};
const textOf = ({ start, end }: Node, source: string) => source.slice(start, end);
const replaced = (operator: string, { start, end }: Node, by: string): Edit => ({ operator, start, end, by });

const otherSigns: Readonly<Record<string, string>> = {
	'&&': '||',
	'||': '&&',
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'+': '-',
	'-': '+',
};

function negate(node: Node, source: string): readonly Edit[] {
	const test = /^(IfStatement|ConditionalExpression|WhileStatement)$/.test(node.type)
		? nodeAt(node, 'test')
		: undefined;
	return test === undefined ? [] : [replaced('negate', test, `!(${textOf(test, source)})`)];
}

function changeSign(node: Node, source: string): readonly Edit[] {
	const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
	if (!/^(LogicalExpression|BinaryExpression)$/.test(node.type) || left === undefined || right === undefined) return [];
	const sign = String(node['operator']);
	if (sign === '??') return [replaced('sign', node, textOf(left, source))];
	const other = otherSigns[sign];
	const isText =
		sign === '+' &&
		[left, right].some((side) => /^(TemplateLiteral|Literal)$/.test(side.type) && !/^\d/.test(textOf(side, source)));
	if (other === undefined || isText) return [];
	return [replaced('sign', node, `(${textOf(left, source)}) ${other} (${textOf(right, source)})`)];
}

/** Removes a guard such as `if (…) return x;`. */
function dropGuard(node: Node): readonly Edit[] {
	const then = nodeAt(node, 'consequent');
	const isGuard =
		node.type === 'IfStatement' && then?.type === 'ReturnStatement' && nodeAt(node, 'alternate') === undefined;
	return isGuard ? [replaced('guard', node, ';')] : [];
}

/** Whether a node is inside a function. Tables are data, and a test that noticed each word in them would be a copy of the table. */
const isBehaviour = (parents: readonly Node[]) => parents.some((parent) => parent.type === 'BlockStatement');

function dropElement(node: Node, source: string, parents: readonly Node[]): readonly Edit[] {
	const isList = node.type === 'ArrayExpression' || node.type === 'ObjectExpression';
	const all = nodesAt(node, node.type === 'ArrayExpression' ? 'elements' : 'properties');
	if (!isList || !isBehaviour(parents)) return [];
	const dropped = node.type === 'ArrayExpression' ? all : all.filter((one) => one.type === 'SpreadElement');
	return dropped.map((one) => {
		const rest = all.filter((other) => other !== one).map((other) => textOf(other, source));
		const [open, close] = node.type === 'ArrayExpression' ? ['[', ']'] : ['{', '}'];
		return replaced('element', node, `${open}${rest.join(', ')}${close}`);
	});
}

function changeLiteral(node: Node, source: string, parents: readonly Node[]): readonly Edit[] {
	const parent = parents.at(-1);
	if (node.type !== 'Literal' || parent === undefined || /^(Import|Export|TS)/.test(parent.type)) return [];
	const isKey = parent.type === 'Property' && nodeAt(parent, 'key') === node && parent['computed'] !== true;
	const text = textOf(node, source);
	if (/^\/.*\/\w*$/s.test(text)) return [replaced('regex', node, '/(?!)/'), replaced('regex', node, '/(?:)/')];
	if (/^\d+$/.test(text)) return [replaced('number', node, String(Number(text) + 1))];
	if (!/^['"]/.test(text) || !isBehaviour(parents)) return [];
	return [replaced('text', node, isKey ? "'mutated-key'" : "'mutated'")];
}

function swapQuantifier(node: Node): readonly Edit[] {
	const property = node.type === 'MemberExpression' ? nodeAt(node, 'property') : undefined;
	const name = property?.['name'];
	if (property === undefined || (name !== 'some' && name !== 'every')) return [];
	return [replaced('quantifier', property, name === 'some' ? 'every' : 'some')];
}

function emptyBody(node: Node): readonly Edit[] {
	const body = /Function/.test(node.type) ? nodeAt(node, 'body') : undefined;
	if (body === undefined) return [];
	return body.type === 'BlockStatement' ? [replaced('body', body, '{}')] : [replaced('body', body, 'undefined')];
}

const operators: readonly Operator[] = [
	negate,
	changeSign,
	dropGuard,
	dropElement,
	changeLiteral,
	swapQuantifier,
	emptyBody,
];

/** Returns every mutation of a source text. Types do not change, and a mutation that cannot be parsed is left out. */
export function mutationsOf(source: string, file: string): readonly Mutation[] {
	const edits: Edit[] = [];
	const visit = (node: Node, parents: readonly Node[]): void => {
		if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
		for (const operator of operators) edits.push(...operator(node, source, parents));
		const inner = [...parents, node];
		for (const child of Object.values(node)) {
			if (isNode(child)) visit(child, inner);
			else if (Array.isArray(child)) for (const one of child) if (isNode(one)) visit(one, inner);
		}
	};
	const tree: unknown = parseAst(source, { lang: 'ts' }, file);
	if (isNode(tree)) visit(tree, []);
	return edits.map((edit) => mutation(edit, source)).filter(({ text }) => isValid(text, file));
}

function mutation({ operator, start, end, by }: Edit, source: string): Mutation {
	const line = source.slice(0, start).split('\n').length;
	return {
		operator,
		line,
		before: source.slice(start, end),
		after: by,
		text: source.slice(0, start) + by + source.slice(end),
	};
}

function isValid(text: string, file: string): boolean {
	try {
		parseAst(text, { lang: 'ts' }, file);
		return true;
	} catch {
		// The change is not a valid program, so a test of it would show nothing.
		return false;
	}
}
