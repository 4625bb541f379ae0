import type { Answer, Question } from './question.ts';

/** The part of a worker that is used here. */
export interface GateWorker {
	readonly postMessage: (question: Question) => void;
	readonly terminate: () => void;
}

/** The events of a worker. */
export interface WorkerEvents {
	readonly answered: (answer: Answer) => void;
	readonly broken: (why: string) => void;
}

interface AskingOptions {
	readonly start: (events: WorkerEvents) => GateWorker;
	readonly tell: (answer: Answer) => void;
	readonly fail: (why: string) => void;
	/** The longest time for one answer. Milliseconds. */
	readonly limit?: number;
}

export interface Asking {
	readonly ask: (question: Question) => void;
	readonly close: () => void;
}

/**
 * Asks the gate in a worker, one question at a time. While it works, only the newest question waits, so typing never queues up. A worker
 * that takes too long or breaks is replaced.
 */
export function startAsking({ start, tell, fail, limit = 10_000 }: AskingOptions): Asking {
	let worker: GateWorker | undefined;
	let waiting: Question | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const stop = () => {
		clearTimeout(timer);
		timer = undefined;
		worker?.terminate();
		worker = undefined;
	};
	const give = () => {
		if (waiting === undefined || timer !== undefined) return;
		worker ??= started();
		worker.postMessage(waiting);
		waiting = undefined;
		timer = setTimeout(() => giveUp(`The gate took longer than ${limit / 1000} seconds.`), limit);
	};
	const giveUp = (why: string) => {
		stop();
		fail(why);
		give();
	};
	const started = (): GateWorker =>
		start({
			answered: (answer) => {
				clearTimeout(timer);
				timer = undefined;
				if (waiting === undefined) tell(answer);
				give();
			},
			broken: (why) => giveUp(`The gate cannot run in this browser: ${why}.`),
		});
	return {
		ask: (question) => {
			waiting = question;
			give();
		},
		close: () => {
			waiting = undefined;
			stop();
		},
	};
}
