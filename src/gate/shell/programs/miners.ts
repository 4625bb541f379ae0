import { exec, type Finding, type Program, privilege, rows } from '../program.ts';
import type { Word } from '../word.ts';

const mines: Finding = privilege('mines coins with the machine');

const minerNames =
	'xmrig xmrig-mo xmrig-nvidia xmrig-amd xmr-stak xmr-stak-cpu xmr-stak-rx ethminer cgminer bfgminer minerd cpuminer cpuminer-multi cpuminer-opt ccminer sgminer t-rex lolMiner nbminer PhoenixMiner gminer teamredminer nanominer SRBMiner-MULTI wildrig-multi minergate minergate-cli nheqminer bzminer';

/** Programs that mine coins. They do nothing else, and use all of the machine. */
export const miners = (): readonly Program[] => [
	rows(minerNames, { input: 'ignored', also: (it) => [exec(it), mines] }),
];

const image = new RegExp(
	`(^|/)(${minerNames.replaceAll(' ', '|').toLowerCase()})(-(docker|cpu|cuda|alpine))?([:@][\\w.:-]+)?$`,
	'i',
);

/** Returns findings about images of containers that mine coins: `metal3d/xmrig:latest`. */
export function minedBy(words: readonly Word[]): readonly Finding[] {
	return words.some(({ text }) => image.test(text)) ? [mines] : [];
}

/** The address of a pool, as a whole word or as the value of an option or variable. */
const pool = /^(?:-*[\w-]+=)*stratum\d?\+[a-z\d]+:\/\/(?:[^@/\s]*@)?(\[[^\]\s]*\]|[^:/\s]+)/i;
const own = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i;

/**
 * Returns findings about a program that gets the address of a pool on another machine. Only miners use such addresses. A program that only
 * shows or searches text does not run anything, so it may get one.
 */
export function minesFor(words: readonly Word[], findings: readonly Finding[]): readonly Finding[] {
	if (!words.some(({ text }) => text.includes('tratum'))) return [];
	const isRun = findings.some(
		(one) => one.find === 'executes' || (one.find === 'effect' && /^exec(\.tool)?$/.test(one.effect.kind)),
	);
	const isPool = ({ text }: Word) => {
		const host = pool.exec(text)?.[1];
		return host !== undefined && !own.test(host);
	};
	return isRun && words.slice(1).some(isPool) ? [mines] : [];
}
