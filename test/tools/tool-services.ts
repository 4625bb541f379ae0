import type {
	Comment,
	DraftPullRequest,
	Forge,
	JsonObject,
	Person,
	Toolbox,
	ToolOutput,
	Workspace,
} from '../../src/core/index.ts';
import { isCredential, isOwnCredential } from '../../src/gate/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { createToolbox } from '../../src/tools/index.ts';
import type { ToolServices } from '../../src/tools/tool.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aRepository } from '../sandbox/temporary.ts';
import { KeptToolForge } from './kept-tool-forge.ts';

/** A forge that stores comments and pull requests, and finds them by their marker. */
export class KeptForge
	implements Pick<Forge, 'upsertComment' | 'findPullRequest' | 'openDraftPullRequest' | 'comments' | 'rights'>
{
	readonly commented = new Map<string, string>();
	readonly pulls: DraftPullRequest[] = [];
	readonly said: Comment[] = [];
	/** The logins whose rights were requested. */
	readonly asked: string[] = [];

	async comments() {
		return this.said;
	}

	/** A login that starts with `writer` may write. */
	async rights({ login }: Person) {
		this.asked.push(login);
		const mayWrite = login.startsWith('writer');
		const permission = mayWrite ? 'write' : 'read';
		return { role: permission, mayWrite, roleName: permission, permission };
	}

	async upsertComment(thread: number, marker: string, body: string) {
		this.commented.set(marker, body);
		const id = [...this.commented.keys()].indexOf(marker) + 1;
		return { id, body, url: `https://github.example/issues/${thread}#${id}` };
	}

	async findPullRequest(marker: string) {
		const index = this.pulls.findIndex((pull) => pull.marker === marker);
		return index === -1 ? undefined : { number: index + 1, url: `https://github.example/pull/${index + 1}` };
	}

	async openDraftPullRequest(pull: DraftPullRequest) {
		this.pulls.push(pull);
		return { number: this.pulls.length, url: `https://github.example/pull/${this.pulls.length}` };
	}
}

/** A toolbox on a real checkout. */
export interface TestServices {
	readonly root: string;
	readonly workspace: Workspace;
	readonly forge: KeptForge;
	readonly toolForge: KeptToolForge;
	readonly services: ToolServices;
	readonly toolbox: Toolbox;
	/** Calls a tool. Without `callId`, the id of the call is always the same. */
	call(name: string, args: JsonObject, callId?: string): Promise<ToolOutput>;
}

export async function testServices(
	files?: Readonly<Record<string, string>>,
	script?: string,
	changes: Partial<ToolServices> = {},
): Promise<TestServices> {
	const { root, baseSha } = aRepository(files, script);
	const workspace = await openWorkspace(root, baseSha, { stays: isOwnCredential });
	const forge = new KeptForge();
	const toolForge = new KeptToolForge();
	const services: ToolServices = {
		workspace,
		forge: forge as unknown as Forge,
		toolForge,
		redactor: createRedactor(['a-secret-of-the-job']),
		requester: 1,
		listenTo: 'writers',
		thread: 42,
		run: '42-abcdef',
		baseBranch: 'main',
		holdsCredential: isCredential,
		slug: 'Fix the Flaky Test!',
		...changes,
	};
	const toolbox = createToolbox(services);
	const call: TestServices['call'] = (name, args, callId = 'call-1') =>
		toolbox.run({ id: callId, name, args }, { callId, effects: [] });
	return { root, workspace, forge, toolForge, services, toolbox, call };
}
