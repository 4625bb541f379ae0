import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface Props<Name extends string> {
	readonly names: Readonly<Record<Name, string>>;
	readonly chosen: Name;
	readonly label: string;
	readonly onChoose: (name: Name) => void;
	readonly children: ComponentChildren;
}

/** Tabs that the arrow keys walk through, with the panel of the chosen one. */
export function Tabs<Name extends string>({ names, chosen, label, onChoose, children }: Props<Name>) {
	const list = useRef<HTMLDivElement>(null);
	const all = Object.keys(names) as Name[];
	const walk = (event: KeyboardEvent): void => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		const next = step === undefined ? undefined : all[(all.indexOf(chosen) + step + all.length) % all.length];
		if (next === undefined) return;
		event.preventDefault();
		onChoose(next);
		list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
	};
	return (
		<>
			<div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
				{all.map((name) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`tab-${name}`}
						aria-selected={name === chosen}
						aria-controls="tab-panel"
						tabIndex={name === chosen ? 0 : -1}
						onClick={() => onChoose(name)}
					>
						{names[name]}
					</button>
				))}
			</div>
			<div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`} class="panel">
				{children}
			</div>
		</>
	);
}
