import { useEffect, useState } from 'preact/hooks';
import type { Inside } from '../parts/safe-markdown.ts';
import { type Place, placeIn } from './place.ts';

/** The place that the address names. It stays while the address names another part of the page. */
export function usePlace(): Place {
	const [place, setPlace] = useState<Place>(() => placeIn(location.hash) ?? {});
	useEffect(() => {
		const follow = () => {
			const named = placeIn(location.hash);
			if (named !== undefined) setPlace(named);
		};
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return place;
}

/** Links to threads of this repository lead to the same thread here. */
export function insideOf({ github, repository }: { readonly github: string; readonly repository: string }): Inside {
	const start = `${github.replace(/\/$/, '')}/${repository}/`;
	return (address) => {
		if (!address.startsWith(start)) return undefined;
		const found = /^(?:issues|pull)\/(\d{1,9})(?:$|[#?/])/.exec(address.slice(start.length));
		return found === null ? undefined : `#threads?thread=${found[1]}`;
	};
}
