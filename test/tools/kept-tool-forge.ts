import type {
	ChangedFile,
	CheckView,
	ListedThread,
	MergedSince,
	PullRequestView,
	ReleaseView,
	ReviewRemark,
	ReviewReply,
	ReviewText,
	ThreadQuery,
	ThreadView,
	ToolForge,
} from '../../src/core/index.ts';

export const octocat = { id: 583, login: 'octocat', type: 'User' };

/** A repository on GitHub, kept in memory; a test changes what it needs. */
export class KeptToolForge implements ToolForge {
	view: ThreadView = {
		...{ number: 42, title: 'It fails', body: 'See the log.', author: octocat, isPullRequest: false },
		...{ state: 'open', labels: ['bug'] },
	};
	pull: PullRequestView = {
		...{ number: 42, state: 'open', draft: false, title: 'It fails', body: '', url: 'https://github.example/pull/42' },
		...{ headSha: 'a'.repeat(40), headBranch: 'fix-it', baseBranch: 'main' },
	};
	own: PullRequestView | undefined;
	files: ChangedFile[] = [];
	remarks: ReviewRemark[] = [];
	known: string[] = ['bug', 'Needs Info', 'stale'];
	found: CheckView[] = [];
	log = '';
	released: ReleaseView[] = [];
	listed: ListedThread[] = [];
	merged: MergedSince = { commits: { items: [], isAll: true }, pulls: { items: [], isAll: true } };
	readonly written: ReviewText[] = [];
	/** The requests, in order. */
	readonly calls: string[] = [];

	async thread(number: number) {
		this.calls.push(`thread ${number}`);
		return { ...this.view, number };
	}

	async pullRequest(number: number) {
		this.calls.push(`pullRequest ${number}`);
		return { ...this.pull, number };
	}

	async changedFiles(number: number) {
		this.calls.push(`changedFiles ${number}`);
		return this.files;
	}

	async reviews(number: number) {
		this.calls.push(`reviews ${number}`);
		return this.remarks;
	}

	async checks(ref: string) {
		this.calls.push(`checks ${ref}`);
		return this.found;
	}

	async jobLog(id: number) {
		this.calls.push(`jobLog ${id}`);
		return this.log;
	}

	async threads(query: ThreadQuery) {
		this.calls.push(`threads ${JSON.stringify(query)}`);
		return { items: this.listed.slice(0, query.limit), isAll: this.listed.length <= query.limit };
	}

	async mergedSince(tag: string, branch: string) {
		this.calls.push(`mergedSince ${tag} ${branch}`);
		return this.merged;
	}

	async releases() {
		return this.released;
	}

	async labels() {
		return this.known;
	}

	async addLabels(thread: number, names: readonly string[]) {
		this.calls.push(`addLabels ${thread}`);
		this.view = { ...this.view, labels: [...new Set([...this.view.labels, ...names])] };
	}

	async removeLabel(thread: number, name: string) {
		this.calls.push(`removeLabel ${thread}`);
		this.view = { ...this.view, labels: this.view.labels.filter((label) => label !== name) };
	}

	readonly replies: ReviewReply[] = [];

	async reply(pull: number, reply: ReviewReply) {
		this.calls.push(`reply ${pull} ${reply.thread}`);
		if (!this.replies.some(({ marker }) => marker === reply.marker)) this.replies.push(reply);
		return { url: `https://github.example/pull/${pull}#reply` };
	}

	async findReply(pull: number, marker: string) {
		const found = this.replies.some((reply) => reply.marker === marker);
		return found ? { url: `https://github.example/pull/${pull}#reply` } : undefined;
	}

	async review(pull: number, review: ReviewText) {
		this.calls.push(`review ${pull}`);
		if (!this.written.some(({ marker }) => marker === review.marker)) this.written.push(review);
		return { url: `https://github.example/pull/${pull}#review` };
	}

	async findReview(pull: number, marker: string) {
		const found = this.written.some((review) => review.marker === marker);
		return found ? { url: `https://github.example/pull/${pull}#review` } : undefined;
	}

	async ownPullRequest(markerStart: string) {
		this.calls.push(`ownPullRequest ${markerStart}`);
		return this.own;
	}

	async rewordPullRequest(pull: PullRequestView, words: { readonly title?: string; readonly body?: string }) {
		this.calls.push(`reword ${pull.number}`);
		const marker = /\n\n<!-- \S+ -->$/.exec(pull.body)?.[0] ?? '';
		const body = words.body === undefined ? pull.body : words.body + marker;
		this.own = { ...pull, ...words, body };
	}
}
