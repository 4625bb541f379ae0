/**
 * A question that waits until its batch is sent. `take` resolves the question with its part of the answer, and `fail` rejects the question.
 */
interface Waiting<Q, T> {
	readonly question: Q;
	readonly take: (answer: T, number: number) => void;
	readonly fail: (error: unknown) => void;
}

/**
 * Returns a function that asks a question. All questions of one turn of the event loop become one request. If a part of the answer cannot
 * be read, only its question fails. If the whole request fails, all questions fail.
 */
export function inBatches<Q, T, A>(
	ask: (questions: readonly Q[]) => Promise<T>,
	read: (question: Q, number: number, answer: T) => A,
): (question: Q) => Promise<A> {
	let waiting: Waiting<Q, T>[] = [];
	const send = async (): Promise<void> => {
		const batch = waiting;
		waiting = [];
		try {
			const answer = await ask(batch.map(({ question }) => question));
			for (const [number, { take }] of batch.entries()) take(answer, number);
		} catch (error) {
			for (const { fail } of batch) fail(error);
		}
	};
	return (question) =>
		new Promise((resolve, reject) => {
			const take = (answer: T, number: number): void => {
				try {
					resolve(read(question, number, answer));
				} catch (error) {
					reject(error);
				}
			};
			waiting.push({ question, take, fail: reject });
			if (waiting.length === 1) setImmediate(() => void send());
		});
}
