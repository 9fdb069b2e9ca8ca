"""What is done with a network, whichever it is."""


def grade(network, batch):
    marks, effort = network(batch)
    return marks.argmax(1) + (effort > 0).long()[:, 0]
