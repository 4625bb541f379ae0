import { eachWord } from './each-word.ts';
import { stopWords } from './relevance.ts';

/** A word for ranking files, in lower case and without underscores. */
export interface SearchTerm {
	readonly word: string;
	/** The weight of the word in the thread. */
	readonly weight: number;
}

/** The texts of a thread that describe its task, the most important first. */
export type ThreadTexts = readonly [task: string, title: string, body: string];

/** Words that occur in issues about any topic. */
const issueWords = new Set(
	(
		'about actual after again all also although always any anything because before behavior behaviour being both bug cannot code com described ' +
		'description did doing don done down during each either else etc even ever every example expected following fix further get gets getting ' +
		'github go got happen happens he her here him his however http https issue just let like many may might more most much must need no now off ' +
		'only org other out over own per problem reproduce run running see seems she since some something steps such than these they thing things ' +
		'think those through too tried try under until up use used uses using version versions very via want where while who why within without ' +
		'work working works www yes yet'
	).split(' '),
);

/** The most terms. Later words are ignored, because a pasted log has thousands. */
const mostTerms = 128;

/** The weight of a word in the task or title, relative to a word in the body. */
const weightOfTitle = 3;

/** Returns the words of a thread for ranking files, in the order in which they occur. A repeated word adds less each time. */
export function searchTerms([task, title, body]: ThreadTexts): readonly SearchTerm[] {
	const times = new Map<string, number>();
	const add = (text: string, weight: number): void => {
		for (const word of wordsOf(text)) {
			const before = times.get(word) ?? 0;
			if (before > 0 || times.size < mostTerms) times.set(word, before + weight);
		}
	};
	add(task, weightOfTitle);
	add(title, weightOfTitle);
	add(body, 1);
	return [...times].map(([word, count]) => ({ word, weight: Math.log2(1 + count) }));
}

/** Returns the words of a text that may describe its topic, in order. An identifier is included as a whole and in its parts. */
export function wordsOf(text: string): readonly string[] {
	const words: string[] = [];
	const bytes = Buffer.from(text);
	eachWord(bytes, (_, start, end) => {
		const word = bytes.toString('utf8', start, end).toLowerCase().replace(/[_$]/g, '');
		const isEmpty = word.length < 2 || /^\d+$/.test(word) || stopWords.has(word) || issueWords.has(word);
		if (!isEmpty) words.push(word);
	});
	return words;
}
