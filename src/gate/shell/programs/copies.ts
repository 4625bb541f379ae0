import { posix } from 'node:path';
import { isExecutedLater } from '../../sensitive.ts';
import { isFolder } from '../is-folder.ts';
import { type Finding, type Invocation, opaque } from '../program.ts';
import { deletes, pathOf, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** What a program that copies, moves or links does with each of its sources. */
type Source = (word: Word) => readonly Finding[];

/** The last operand is the target, unless `-t` names it; a lone one is a link's target, linked here. What lands is named, not its folder. */
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
	// Threat: a folder that is obeyed may be replaced as a whole, by a link that is made anew or where it is not there yet.
	const whole = isInto && isObeyed(target, it) ? writes(target, it.scope) : [];
	return [...sources.flatMap(source), ...written, ...whole];
}

/** Where a file is lost that is moved there; and what moves, links or installs to such a place takes the device away. */
const device = /^\/+dev\/+(null|zero|full|u?random|std\w+|tty\w*|fd\/\d+|console|ptmx|pts\/\d+)$/;

/** A device of the machine that would be replaced by a file or a link: what writes to it only loses nothing. */
export function replacesDevice(it: Invocation): readonly Finding[] {
	return hasDevice(it) ? [opaque('puts a file in the place of a device of the machine')] : [];
}

function hasDevice(it: Invocation): boolean {
	const target = it.values('-t', '--target-directory')[0] ?? it.operands.at(-1);
	return target !== undefined && device.test(target.text);
}

/** A moved file is not lost: it lies at its target, unless that is no place for files. */
export function movedFrom(it: Invocation): Source {
	const { scope } = it;
	if (hasDevice(it)) return (word) => deletes(word, scope, false);
	return (word) =>
		deletes(word, scope, false).map((finding) =>
			finding.find === 'effect' && finding.effect.kind === 'delete'
				? { ...finding, effect: { ...finding.effect, moved: true } }
				: finding,
		);
}

/** What lay at a place before is kept there under a name that ends in what `-S` says: `-S AD` makes `HEAD` of `HE`. */
function backups(places: readonly Word[], it: Invocation): readonly Word[] {
	return it.values('-S', '--suffix').flatMap((suffix) =>
		places.map((place) => {
			const [text, prefix] = [`${place.text}${suffix.text}`, `${place.prefix}${suffix.prefix}`];
			return { ...place, text, prefix, known: place.known && suffix.known, pattern: place.pattern || suffix.pattern };
		}),
	);
}

function placed(source: Word, { target, isInto }: { target: Word; isInto: boolean }, it: Invocation): Word {
	if (!target.known) return target;
	const isTree = isRecursive(it) || isFolder(source, it.scope);
	// `from/.` stands for what lies in it, and nobody knows what an unknown name is.
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
