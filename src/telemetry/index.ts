export { narration } from './narration.ts';
