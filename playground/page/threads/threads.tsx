import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunView, ThreadView, WorldView } from '../../protocol.ts';
import { BreakIt } from './break-it.tsx';
import { useKept } from './kept.ts';
import { NewIssue } from './new-issue.tsx';
import { News } from './news.tsx';
import { useSelf } from './person-choice.tsx';
import { insideOf, type Place, placeIn } from './place.ts';
import { RunHead, RunRecord } from './run-panel.tsx';
import { Stories } from './stories.tsx';
import { Thread } from './thread.tsx';
import { ThreadList } from './thread-list.tsx';
import { usePlace } from './use-place.ts';
import { useChanges, useView } from './use-views.ts';
import { Reality, WorldHead } from './world-head.tsx';

/** Issues and pull requests, and what the agent does in them. */
export function Threads() {
	const connection = useChanges();
	const { value: world, trouble } = useView('world');
	return (
		<>
			<h1 class="hidden">Threads</h1>
			{connection === 'lost' && (
				<p class="lost" role="alert">
					The connection is lost. Trying again …
				</p>
			)}
			{trouble !== undefined && <Trouble text={trouble} />}
			{world === undefined ? <p class="soft">Loading …</p> : <Loaded world={world} />}
		</>
	);
}

function Trouble({ text }: { readonly text: string }) {
	return (
		<p class="said refused" role="alert">
			{text}
		</p>
	);
}

const panes = { stories: 'Stories', thread: 'Thread', run: 'Run' } as const;
type Pane = keyof typeof panes;

function Loaded({ world }: { readonly world: WorldView }) {
	const named = usePlace();
	const place = useShownPlace(named, world.stories[0]?.thread);
	const number = typeof place.thread === 'number' ? place.thread : undefined;
	const thread = useView(number === undefined ? undefined : `thread/${number}`);
	const shownRun = place.run ?? thread.value?.run?.id;
	const run = useView(shownRun === undefined ? undefined : `run/${shownRun}`);
	const [pane, setPane] = useState<Pane>(named.thread === undefined ? 'stories' : 'thread');
	// On a phone, a link to a thread must also show the thread.
	const open = () => setPane('thread');
	useTop(place, pane);
	const status = thread.value?.starting === true ? 'starting' : thread.value?.run?.status;
	return (
		<>
			<fieldset class="panes">
				<legend class="hidden">Show</legend>
				{(Object.keys(panes) as Pane[]).map((name) => (
					<button key={name} type="button" aria-pressed={name === pane} onClick={() => setPane(name)}>
						{panes[name]}
						{name === 'run' && status !== undefined && <span class="soft"> · {status}</span>}
					</button>
				))}
			</fieldset>
			<div class={`columns show-${pane}`}>
				<nav class="column stories-column" aria-label="Stories and threads">
					<WorldHead world={world} />
					<Stories stories={world.stories} people={world.people} thread={number} open={open} />
					<ThreadList threads={world.threads} shown={place.thread} open={open} />
				</nav>
				<Middle world={world} place={place} thread={thread} run={run.value} />
				<RunColumn world={world} number={number} thread={thread.value} run={run} />
			</div>
			<News thread={thread.value} />
		</>
	);
}

/** Scrolls to the top when another thread or column is shown, unless the address names a comment. */
function useTop({ thread, comment }: Place, pane: Pane): void {
	const isFirst = useRef(true);
	useEffect(() => {
		if (!isFirst.current && comment === undefined) scrollTo(0, 0);
		isFirst.current = false;
	}, [thread, pane]);
}

/** The place that the address names, or else the last one in this tab, or else the first story. */
function useShownPlace(named: Place, first: number | undefined): Place {
	const [last, keep] = useKept('thread', '');
	const { thread } = named;
	useEffect(() => {
		if (thread !== undefined) keep(String(thread));
	}, [thread]);
	return thread === undefined ? { thread: first ?? 'new', ...placeIn(`#threads?thread=${last}`) } : named;
}

interface Fetched<V> {
	readonly value?: V;
	readonly trouble?: string;
}

interface MiddleProps {
	readonly world: WorldView;
	readonly place: Place;
	readonly thread: Fetched<ThreadView>;
	readonly run: RunView | undefined;
}

function Middle({ world, place, thread, run }: MiddleProps) {
	const self = useSelf(world.people);
	const { github, repository } = world;
	const inside = useMemo(() => insideOf({ github, repository }), [github, repository]);
	return (
		<div class="column thread-column">
			{thread.trouble !== undefined && <Trouble text={thread.trouble} />}
			{place.thread === 'new' && <NewIssue self={self} />}
			{place.thread !== 'new' && thread.value === undefined && thread.trouble === undefined && (
				<p class="soft">Loading …</p>
			)}
			{thread.value !== undefined && (
				<Thread
					key={place.thread}
					thread={thread.value}
					comment={place.comment}
					run={run}
					self={self}
					inside={inside}
				/>
			)}
		</div>
	);
}

interface RunColumnProps {
	readonly world: WorldView;
	readonly number: number | undefined;
	readonly thread: ThreadView | undefined;
	readonly run: Fetched<RunView>;
}

function RunColumn({ world, number, thread, run }: RunColumnProps) {
	const isStarting = thread?.starting === true;
	return (
		<aside class="column run-column" aria-labelledby="run">
			<h2 id="run" class="column-title">
				Run
			</h2>
			{run.trouble !== undefined && <Trouble text={run.trouble} />}
			{isStarting && <p class="soft pulse">A job is starting …</p>}
			{run.value === undefined && !isStarting && (
				<p class="soft">No run yet. A command of a maintainer starts one, within some seconds.</p>
			)}
			{run.value !== undefined && <RunHead run={run.value} runs={thread?.runs ?? []} />}
			{number !== undefined && <BreakIt key={number} thread={number} />}
			{run.value !== undefined && <RunRecord key={run.value.id} run={run.value} />}
			{run.value === undefined && <Reality world={world} />}
		</aside>
	);
}
