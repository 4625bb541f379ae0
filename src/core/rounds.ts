/** The most replies with tool calls that a run may have. A repository, a skill or a workflow cannot set a higher number. */
export const mostRounds = 50;
