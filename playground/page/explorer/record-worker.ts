import { config } from 'zod';
import { type RecordMessage, type RecordOrder, tellRecord } from './record-messages.ts';

// The page's policy for scripts forbids `new Function`, which zod would try.
config({ jitless: true });

addEventListener('message', ({ data }: MessageEvent<RecordOrder>) =>
	tellRecord(data, (message: RecordMessage) => postMessage(message)),
);
