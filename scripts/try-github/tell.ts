/** The title of every issue and pull request of a try. */
export const issueTitle = 'Countersign tries GitHub';

/** Prints one line. */
export type Tell = (kind: 'step' | 'done' | 'bad' | 'log' | 'said' | 'plain', text: string) => void;
