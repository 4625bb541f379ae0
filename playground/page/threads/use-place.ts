import { useEffect, useState } from 'preact/hooks';
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
