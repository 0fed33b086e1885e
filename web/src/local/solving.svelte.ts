/** How far this device has come with solving a game that somebody waits for. */
class Solving {
  done = $state(0);
  all = $state(0);

  hear = (done: number, all: number): void => {
    this.done = done;
    // What is solved shows no bar.
    this.all = done < all ? all : 0;
  };
}

export const solving = new Solving();
