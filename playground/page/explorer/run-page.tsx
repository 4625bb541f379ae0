import { useState } from 'preact/hooks';
import type { Head } from '../../../src/journal/chain.ts';
import { CallsPanel } from './calls-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { JournalPanel } from './journal-panel.tsx';
import type { OpenRun } from './open-run.ts';
import type { ContentsCheck } from './read-record.ts';
import { ReplayPanel } from './replay-panel.tsx';
import { RunTitle } from './run-title.tsx';
import { Tabs } from './tabs.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import type { Picking } from './use-record.ts';
import { Verification } from './verification.tsx';

interface Props {
	readonly run: OpenRun;
	readonly contents: ContentsCheck | undefined;
	readonly onClose: () => void;
	readonly onHead: (picking: Picking, head?: Head) => void;
}

const tabs = {
	calls: 'Calls',
	timeline: 'Timeline',
	journal: 'Journal',
	replay: 'Replay',
	compare: 'Compare',
} as const;
type TabName = keyof typeof tabs;

/** One run: what it was, whether its record is valid, and its parts in tabs. */
export function RunPage({ run, contents, onClose, onHead }: Props) {
	const [tab, setTab] = useState<TabName>('calls');
	const [wanted, setWanted] = useState<number>();
	const showCall = (number: number): void => {
		setWanted(number);
		setTab('calls');
	};
	const choose = (name: TabName): void => {
		setWanted(undefined);
		setTab(name);
	};
	return (
		<>
			<RunTitle run={run} onClose={onClose} />
			<Verification run={run} contents={contents} onHead={(head) => onHead(async () => run.picked, head)} />
			<Tabs names={tabs} chosen={tab} label="Parts of the record" onChoose={choose}>
				{tab === 'calls' && <CallsPanel run={run} wanted={wanted} />}
				{tab === 'timeline' && <TimelinePanel run={run} onCall={showCall} />}
				{tab === 'journal' && <JournalPanel run={run} />}
				{tab === 'replay' && <ReplayPanel run={run} onCall={showCall} />}
				{tab === 'compare' && <ComparePanel run={run} />}
			</Tabs>
		</>
	);
}
