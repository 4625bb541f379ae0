import type { TypedCall } from './bench-state.ts';
import { exampleGroups } from './examples.ts';

/** Calls to try. */
export function ExampleList({ choose }: { readonly choose: (call: TypedCall) => void }) {
	return (
		<section class="examples" aria-labelledby="examples">
			<h2 id="examples">Examples</h2>
			<dl>
				{Object.entries(exampleGroups).map(([group, examples]) => (
					<div key={group}>
						<dt>{group}</dt>
						<dd>
							{examples.map(({ title, call }) => (
								<button key={title} type="button" onClick={() => choose(call)}>
									{title}
								</button>
							))}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
