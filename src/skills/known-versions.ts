import recorded from './shipped-versions.json' with { type: 'json' };
import type { ShippedVersions } from './shipped-versions.ts';

/** The versions of task skills that this and earlier releases of Countersign shipped. `npm run compile` writes them. */
export const knownVersions: ShippedVersions = recorded;
