import { type Chained, chained, isWrite, purposeOf, shownRequest } from './request-purposes.ts';
import { type JobTraffic, playLongThread, playOneSignature, playRound } from './request-scenes.ts';

/**
 * Counts the requests of the built action to GitHub by purpose, and the longest chain of them before the first request to the model. The
 * real GitHub takes 100–250 ms for each. `node bench/requests.ts --list` also lists each request in order.
 */
const isListed = process.argv.includes('--list');
const thread = 2500;
const between = 50;

interface Goal {
	readonly name: string;
	readonly got: number;
	readonly most: number;
}

function counted(
	name: string,
	jobs: readonly JobTraffic[],
	most: { readonly all: number; readonly writes?: number },
): readonly Goal[] {
	const requests = jobs.flatMap((job) => job.requests);
	return [
		{ name: `${name}: requests`, got: requests.length, most: most.all },
		...(most.writes === undefined
			? []
			: [{ name: `${name}: writes`, got: requests.filter(isWrite).length, most: most.writes }]),
	];
}

/** Returns the requests before the first request to the model. */
function beforeModel({ requests, firstModelRequest = 0 }: JobTraffic): readonly Chained[] {
	return chained(requests.filter(({ begun }) => begun < firstModelRequest));
}

function list(title: string, requests: readonly Chained[]): void {
	console.log(`\n### ${title}\n`);
	const [first] = requests;
	for (const { request, depth } of requests) {
		const at = request.begun - (first?.request.begun ?? 0);
		const took = (request.ended ?? Number.NaN) - request.begun;
		console.log(
			`${String(depth).padStart(3)}. ${at.toFixed(0).padStart(6)} +${took.toFixed(0).padEnd(5)} ${purposeOf(request).padEnd(28)} ${shownRequest(request)} ${request.status}`,
		);
	}
}

function byPurpose(columns: Readonly<Record<string, readonly JobTraffic[]>>): void {
	const counts = Object.values(columns).map((jobs) => {
		const purposes = jobs.flatMap(({ requests }) => requests.map(purposeOf));
		return new Map(
			Object.entries(Object.groupBy(purposes, (purpose) => purpose)).map(([name, all]) => [name, all?.length ?? 0]),
		);
	});
	const names = [...new Set(counts.flatMap((count) => [...count.keys()]))].toSorted();
	console.log(`\n| purpose | ${Object.keys(columns).join(' | ')} |\n|---|${'--:|'.repeat(counts.length)}`);
	for (const name of names) console.log(`| ${name} | ${counts.map((count) => count.get(name) ?? 0).join(' | ')} |`);
}

const { first, later } = await playOneSignature(true);
const rest = (await playOneSignature(false)).later;
const round = await playRound();
const long = await playLongThread(thread, between);
const chain = beforeModel(later.asking);
const eyes = chain.find(({ request }) => purposeOf(request) === 'reaction')?.depth ?? Number.POSITIVE_INFINITY;
const goals: readonly Goal[] = [
	...counted('a run with one signature', [later.asking, later.answering], { all: 40, writes: 12 }),
	...counted('a further round', [round], { all: 15, writes: 5 }),
	{
		name: 'one after another before the model is first asked',
		got: Math.max(...chain.map(({ depth }) => depth)),
		most: 8,
	},
	{ name: 'place of the 👀 in it', got: eyes, most: 2 },
	...counted(`an answer on a thread of ${thread} comments`, [long], { all: 20 }),
	...counted('a run over REST alone', [rest.asking, rest.answering], { all: 50, writes: 20 }),
];
list('Before the model is first asked', chain);
if (isListed) {
	list('The asking job', chained(later.asking.requests));
	list('The answering job', chained(later.answering.requests));
	list('A further round', chained(round.requests));
	list('An answer on a long thread', chained(long.requests));
	list('The asking job over REST', chained(rest.asking.requests));
	list('The answering job over REST', chained(rest.answering.requests));
}
byPurpose({
	'first run': [first.asking, first.answering],
	asking: [later.asking],
	answering: [later.answering],
	round: [round],
	'long thread': [long],
	'REST, asking': [rest.asking],
	'REST, answering': [rest.answering],
});
console.log('\n| figure | got | goal |\n|---|--:|--:|');
for (const { name, got, most } of goals)
	console.log(`| ${name} | ${got} | ≤ ${most} ${got <= most ? 'met' : 'MISSED'} |`);
