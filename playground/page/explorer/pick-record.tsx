import { useState } from 'preact/hooks';
import { size } from '../../../src/report/html/words.ts';
import { droppedFiles, pickedFrom } from './picked-files.ts';
import type { Picking, RecordState } from './use-record.ts';

interface Props {
	readonly state: Exclude<RecordState, { kind: 'open' }>;
	readonly onPick: (picking: Picking) => void;
	readonly onStop: () => void;
}

/** The field in which a visitor drops or chooses a record. */
export function PickRecord({ state, onPick, onStop }: Props) {
	const [isOver, setOver] = useState(false);
	const hover = (event: DragEvent): void => {
		event.preventDefault();
		setOver(true);
	};
	const drop = (event: DragEvent): void => {
		event.preventDefault();
		setOver(false);
		if (event.dataTransfer === null) return;
		// The browser empties the items after this event.
		const files = droppedFiles(event.dataTransfer.items);
		onPick(() => files);
	};
	return (
		<section
			class={`drop ${isOver ? 'over' : ''}`}
			aria-label="Open a record"
			onDragOver={hover}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
		>
			{state.kind === 'reading' ? (
				<Progress read={state.read} bytes={state.bytes} onStop={onStop} />
			) : (
				<>
					<p class="drop-title">Drop an audit folder, a journal.jsonl or the zip of an artifact here</p>
					<div class="drop-ways">
						<FileButton label="Choose a zip or journal" onPick={onPick} />
						<FileButton label="Choose a folder" isFolder onPick={onPick} />
						<button type="button" onClick={() => onPick(async () => (await import('./example.ts')).exampleFiles())}>
							Load an example
						</button>
					</div>
					<p class="soft">The record stays in this browser. Nothing is uploaded.</p>
				</>
			)}
			{state.kind === 'failed' && (
				<p role="alert" class="notice bad">
					{state.why}
				</p>
			)}
		</section>
	);
}

function FileButton({
	label,
	isFolder = false,
	onPick,
}: {
	readonly label: string;
	readonly isFolder?: boolean;
	readonly onPick: Props['onPick'];
}) {
	const change = (event: Event): void => {
		if (!(event.target instanceof HTMLInputElement) || event.target.files === null) return;
		const files = pickedFrom(event.target.files);
		event.target.value = '';
		if (files.length > 0) onPick(async () => files);
	};
	return (
		<label class="file-button">
			<input
				type="file"
				class="hidden"
				ref={(input) => {
					if (input !== null) input.webkitdirectory = isFolder;
				}}
				onChange={change}
			/>
			{label}
		</label>
	);
}

function Progress({
	read,
	bytes,
	onStop,
}: {
	readonly read: number;
	readonly bytes: number | undefined;
	readonly onStop: () => void;
}) {
	const total = bytes === undefined ? '' : ` of ${size(bytes)}`;
	return (
		<div class="drop-progress">
			<label>
				Reading and verifying: {size(read)}
				{total}
				<progress
					value={bytes === undefined ? undefined : Math.min(read, bytes)}
					max={bytes === undefined ? undefined : Math.max(1, bytes)}
				/>
			</label>
			<button type="button" onClick={onStop}>
				Stop
			</button>
		</div>
	);
}
