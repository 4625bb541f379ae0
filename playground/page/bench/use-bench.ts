import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, readAddress } from './address.ts';
import { type Asking, startAsking, type WorkerEvents } from './asking.ts';
import { type BenchState, questionOf, startState } from './bench-state.ts';
import type { Answer } from './question.ts';

export interface BenchControl {
	readonly state: BenchState;
	readonly change: (state: BenchState) => void;
	/** Why the address was not used. */
	readonly refused: string | undefined;
	/** The state is too long for an address. */
	readonly isTooLong: boolean;
}

/** The last state, for a visitor who opens another part of the page and comes back. */
let kept = startState;

/**
 * The part after `#` as the bench last read or wrote it. If the address differs, the visitor changed it, and its event has not arrived yet.
 */
let seenHash = '';

/** Browsers limit how often a page may change its address. Milliseconds. */
const addressPause = 300;

/** Returns the visitor's choices, and keeps them and the address in step. */
export function useBenchState(): BenchControl {
	const [{ state, refused }, setRead] = useState(readHere);
	const address = addressOf(state);
	useEffect(() => {
		const follow = () => {
			seenHash = location.hash;
			if (seenHash.startsWith('#gate?')) setRead(readHere());
		};
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	useEffect(() => {
		const timer = setTimeout(() => writeHash(address ?? 'gate'), addressPause);
		return () => clearTimeout(timer);
	}, [address]);
	return {
		state,
		change: (next) => {
			kept = next;
			setRead({ state: next, refused: undefined });
		},
		refused,
		isTooLong: address === undefined,
	};
}

/** Writes the address, unless the visitor has just opened another one. */
function writeHash(address: string): void {
	if (location.hash !== seenHash) return;
	history.replaceState(null, '', `#${address}`);
	seenHash = location.hash;
}

function readHere(): { readonly state: BenchState; readonly refused: string | undefined } {
	seenHash = location.hash;
	const read = readAddress(seenHash);
	if (typeof read === 'string') return { state: startState, refused: read };
	kept = read ?? kept;
	return { state: kept, refused: undefined };
}

/** The last answer of the gate, or why there is none. */
export interface GateAnswer {
	readonly answer?: Answer;
	/** Why the call cannot be judged. */
	readonly fault?: string;
	/** Set if the gate failed. */
	readonly failure?: string;
	readonly isWorking: boolean;
}

function startWorker({ answered, broken }: WorkerEvents): Worker {
	const worker = new Worker('gate-worker.js', { type: 'module' });
	worker.onmessage = ({ data }: MessageEvent<Answer>) => answered(data);
	worker.onerror = ({ message }) => broken(message || 'its file cannot be loaded');
	return worker;
}

/** Asks the gate about each new state. */
export function useGate(state: BenchState): GateAnswer {
	const [told, setTold] = useState<GateAnswer>({ isWorking: true });
	const asking = useRef<Asking>(undefined);
	useEffect(() => {
		asking.current = startAsking({
			start: startWorker,
			tell: (answer) => setTold({ answer, isWorking: false }),
			fail: (failure) => setTold({ failure, isWorking: false }),
		});
		return () => asking.current?.close();
	}, []);
	useEffect(() => {
		const question = questionOf(state);
		if (typeof question === 'string')
			return setTold(({ answer }) => ({ ...(answer && { answer }), fault: question, isWorking: false }));
		setTold(({ answer }) => ({ ...(answer && { answer }), isWorking: true }));
		asking.current?.ask(question);
	}, [state]);
	return told;
}
