import { z } from 'zod';

/** Full content lies under `blobs/<sha256>`; the entry keeps what fits a line (leashd, Audit Logger: 500 characters). */
export const content = z
	.object({ preview: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number().int() })
	.readonly();

/** A content that an entry names. */
export interface Content {
	/** Its first 500 characters. */
	readonly preview: string;
	/** Its name beside the journal. */
	readonly sha256: string;
	readonly bytes: number;
}
