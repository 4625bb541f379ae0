import { useCallback, useErrorBoundary } from 'preact/hooks';
import { config } from 'zod';
import { PickRecord } from './pick-record.tsx';
import { RunPage } from './run-page.tsx';
import { line } from './texts.ts';
import { type Picking, useRecord } from './use-record.ts';

// The page's policy for scripts forbids `new Function`, which zod would try.
config({ jitless: true });

/** The run explorer: a record of a run, verified, shown and judged again. */
export function Explorer() {
	const { state, open, close } = useRecord();
	const [broken, retry] = useErrorBoundary();
	const pick = useCallback((picking: Picking) => open(picking), [open]);
	const again = (): void => {
		close();
		retry();
	};
	if (broken !== undefined)
		return (
			<div class="explorer">
				<p role="alert" class="notice bad">
					This record cannot be shown: {line(String(broken), 300)}
				</p>
				<button type="button" onClick={again}>
					Open another record
				</button>
			</div>
		);
	return (
		<div class="explorer">
			{state.kind === 'open' ? (
				<RunPage run={state.run} contents={state.contents} onClose={close} onHead={open} />
			) : (
				<>
					<h1>Run explorer</h1>
					<p class="lead">
						Every run of Countersign leaves a record: each call, each verdict, each approval. Open one to verify it,
						read it, judge it by other rules, or compare it with another run.
					</p>
					<PickRecord state={state} onPick={pick} onStop={close} />
				</>
			)}
		</div>
	);
}
