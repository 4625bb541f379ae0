/** What every issue and pull request of a try is called. */
export const issueTitle = 'Countersign tries GitHub';

/** One line of what is printed. */
export type Tell = (kind: 'step' | 'done' | 'bad' | 'log' | 'said' | 'plain', text: string) => void;
