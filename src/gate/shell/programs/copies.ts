import { posix } from 'node:path';
import { isInCheckout } from '../../path-effects.ts';
import { isExecutedLater } from '../../sensitive.ts';
import { isFolder } from '../is-folder.ts';
import { type Finding, type Invocation, opaque } from '../program.ts';
import { deletes, pathOf, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Judges one source of a program that copies, moves or links files. */
type Source = (word: Word) => readonly Finding[];

/**
 * Judges a program that copies, moves or links files. The last operand is the target, unless `-t` names it. If there is only one operand,
 * it is the source, and the new link is made in the current folder. The write effects contain the path of each new file, not only of its
 * folder.
 */
export function copied(it: Invocation, source: Source): readonly Finding[] {
	const [folder] = it.values('-t', '--target-directory');
	const last = it.operands.at(-1);
	if (last === undefined) return [];
	const isAlone = folder === undefined && it.operands.length === 1;
	const sources = folder !== undefined || isAlone ? it.operands : it.operands.slice(0, -1);
	const target = folder ?? (isAlone ? constant('.') : last);
	const isInto = folder !== undefined || isAlone || sources.length > 1 || isFolder(target, it.scope);
	const places = sources.map((word) => placed(word, { target, isInto }, it));
	const written = [...places, ...backups(places, it)].flatMap((word) => writes(word, it.scope));
	// Threat: a new link can take the place of a whole folder whose files are executed later, or read as settings. If there is no such folder
	// yet, the link takes its place.
	const whole = isInto && isObeyed(target, it) ? writes(target, it.scope) : [];
	return [...sources.flatMap(source), ...written, ...whole];
}

/** Devices. A file that is moved there is lost. A program that moves, links or installs a file to such a path removes the device. */
const device = /^\/+dev\/+(null|zero|full|u?random|std\w+|tty\w*|fd\/\d+|console|ptmx|pts\/\d+)$/;

/** Reports a device of the machine that would be replaced by a file or a link. A program that only writes to a device does no harm. */
export function replacesDevice(it: Invocation): readonly Finding[] {
	return hasDevice(it) ? [opaque('puts a file in the place of a device of the machine')] : [];
}

function hasDevice(it: Invocation): boolean {
	const target = it.values('-t', '--target-directory')[0] ?? it.operands.at(-1);
	return target !== undefined && device.test(target.text);
}

/**
 * Returns how to judge the sources of a move. A moved file is not lost, because it is at its target, unless the target is a device. Threat:
 * what leaves the checkout for a temporary folder is gone with this folder.
 */
export function movedFrom(it: Invocation): Source {
	const { scope } = it;
	if (hasDevice(it)) return (word) => deletes(word, scope, false);
	const isKept = staysInside(it);
	return (word) =>
		deletes(word, scope, false).map((finding) =>
			finding.find === 'effect' && finding.effect.kind === 'delete' && (isKept || !isInCheckout(finding.effect.path))
				? { ...finding, effect: { ...finding.effect, moved: true } }
				: finding,
		);
}

/** Returns whether the target of a move is certainly in the checkout. */
function staysInside(it: Invocation): boolean {
	const target = it.values('-t', '--target-directory').at(-1) ?? it.operands.at(-1);
	const path = target && pathOf(target, it.scope);
	return path !== undefined && isInCheckout(path);
}

/** Returns the backups of files that existed at the targets. Their names end in the suffix of `-S`: `-S AD` makes `HEAD` from `HE`. */
function backups(places: readonly Word[], it: Invocation): readonly Word[] {
	return it.values('-S', '--suffix').flatMap((suffix) =>
		places.map((place) => {
			const [text, prefix] = [`${place.text}${suffix.text}`, `${place.prefix}${suffix.prefix}`];
			return { ...place, text, prefix, known: place.known && suffix.known, pattern: place.pattern || suffix.pattern };
		}),
	);
}

/** Returns whether `ln` makes symbolic links with the text of their targets unchanged. */
export function isSymbolic(it: Invocation): boolean {
	return it.has('-s', '--symbolic') && !it.has('-r', '--relative');
}

/**
 * Judges the target of a symbolic link. A relative target begins in the folder of the link. If it is not certain that the last operand is a
 * folder, the link may be there or in it, so both are judged.
 */
export function pointsTo(word: Word, it: Invocation): readonly Finding[] {
	const { scope, operands } = it;
	const folder = it.values('-t', '--target-directory').at(-1);
	const last = folder ?? (operands.length > 1 ? operands.at(-1) : undefined);
	if (word.text.startsWith('/') || !word.known || last === undefined) return reads(word, scope);
	if (!last.known || last.pattern) return [...reads(word, scope), opaque('in which folder the link is made')];
	const { text } = last;
	const above = posix.dirname(text.replace(/\/+$/, ''));
	const isInto = folder !== undefined || operands.length > 2 || isFolder(last, scope);
	const isOpen = folder === undefined && it.has('-n', '-T', '--no-dereference', '--no-target-directory');
	const isIn = isInto || /(^|\/)\.\.(\/|$)/.test(word.text);
	const bases = [...(isInto && !isOpen ? [] : [above]), ...(isIn ? [text] : [])];
	return bases.flatMap((base) => reads(after(`${base}/`, word), scope));
}

function after(base: string, word: Word): Word {
	return { ...word, text: `${base}${word.text}`, prefix: `${base}${word.prefix}` };
}

function placed(source: Word, { target, isInto }: { target: Word; isInto: boolean }, it: Invocation): Word {
	if (!target.known) return target;
	const isTree = isRecursive(it) || isFolder(source, it.scope);
	// `from/.` means everything in `from`. An unknown name may be any name.
	const base = source.known && !/(^|\/)\.{0,2}\/?$/.test(source.text) ? posix.basename(source.text) : '**';
	const place = isInto ? posix.join(target.text, base) : target.text;
	const whole = isTree && !place.endsWith('**') ? `${place.replace(/\/+$/, '')}/**` : place;
	const isPattern = target.pattern || whole.includes('**') || (isInto && source.pattern);
	return { ...target, text: whole, prefix: whole, pattern: isPattern };
}

function isObeyed(word: Word, { scope }: Invocation): boolean {
	const path = pathOf(word, scope);
	return path !== undefined && isExecutedLater(path);
}

function isRecursive(it: Invocation): boolean {
	return it.has('-r', '-R', '-a', '--recursive', '--archive');
}
