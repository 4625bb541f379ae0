import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isServed } from './served.ts';

interface PagePart {
	readonly title: string;
	readonly load: () => Promise<ComponentType>;
}

/** Each part is a separate file, which loads when the visitor opens the part. */
const parts = {
	threads: { title: 'Threads', load: async () => (await import('./threads/threads.tsx')).Threads },
	gate: { title: 'Gate bench', load: async () => (await import('./bench/bench.tsx')).Bench },
	runs: { title: 'Run explorer', load: async () => (await import('./explorer/explorer.tsx')).Explorer },
} as const satisfies Readonly<Record<string, PagePart>>;
type PartName = keyof typeof parts;

/** A page from static files has no server, so it has no threads. */
const shown = (Object.keys(parts) as PartName[]).filter((name) => isServed || name !== 'threads');

/** Returns the part that the address names after `#`. The state of the part follows after a `?`. */
function partOf(hash: string): PartName {
	const name = /^#([a-z]+)/.exec(hash)?.[1];
	return shown.find((one) => one === name) ?? (isServed ? 'threads' : 'gate');
}

function usePart(): PartName {
	const [part, setPart] = useState(() => partOf(location.hash));
	useEffect(() => {
		const follow = () => setPart(partOf(location.hash));
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return part;
}

/** Returns the component of a part as soon as it is loaded. */
function useLoaded(name: PartName): ComponentType {
	const [loaded, setLoaded] = useState<{ readonly name: PartName; readonly Part: ComponentType }>();
	useEffect(() => {
		let isWanted = true;
		const show = (Part: ComponentType) => isWanted && setLoaded({ name, Part });
		parts[name].load().then(show, () => show(Missing));
		return () => {
			isWanted = false;
		};
	}, [name]);
	return loaded?.name === name ? loaded.Part : Loading;
}

const Loading = () => <p class="soft">Loading…</p>;
const Missing = () => <p role="alert">This part of the page cannot be loaded. Reload the page.</p>;

/** Moves the focus to the content. A link would change the address, which says what is open. */
function toContent(): void {
	document.getElementById('main')?.focus();
}

function Page() {
	const part = usePart();
	const Part = useLoaded(part);
	const { title } = parts[part];
	useEffect(() => {
		document.title = `${title} · Countersign playground`;
	}, [title]);
	return (
		<>
			<button type="button" class="skip" onClick={toContent}>
				Skip to the content
			</button>
			<header class="bar">
				<p class="brand">Countersign playground</p>
				<nav aria-label="Parts of the playground">
					{shown.map((name) => (
						<a key={name} href={`#${name}`} aria-current={name === part ? 'page' : undefined}>
							{parts[name].title}
						</a>
					))}
				</nav>
			</header>
			<main id="main" tabIndex={-1}>
				<Part />
			</main>
		</>
	);
}

const place = document.getElementById('page');
if (place !== null) render(<Page />, place);
