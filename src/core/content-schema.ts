import { z } from 'zod';

/**
 * A long text of an entry. The full text is in `blobs/<sha256>`, and the entry keeps only its beginning (leashd, Audit Logger: 500
 * characters).
 */
export const content = z
	.object({ preview: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number().int() })
	.readonly();

/** A long text that an entry refers to. */
export interface Content {
	/** Its first 500 characters. */
	readonly preview: string;
	/** The hash, which is also the name of the file next to the journal. */
	readonly sha256: string;
	readonly bytes: number;
}
