/** The most replies with tool calls that a run may have, whatever a repository, a skill or a workflow says. */
export const mostRounds = 50;
